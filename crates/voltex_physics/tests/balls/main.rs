//! Balls in a world: what they do alone over a plane they do among colliders, bit for bit; closed forms elsewhere.

mod bounces;
mod contact;
mod corners;
mod court;
mod hung;
mod odd_ovals;
mod odd_places;
mod ovals;
mod shapes;
