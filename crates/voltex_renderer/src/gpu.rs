//! The graphics device: found, opened, asked for its name.

use wgpu::{
    Adapter, Backends, Device, DeviceDescriptor, Instance, InstanceDescriptor, Limits,
    PowerPreference, Queue, RequestAdapterOptions, Surface, SurfaceTarget,
};

use crate::error::RenderError;

/// A graphics device with what commands go through.
///
/// A clone is the same device. `WGPU_ADAPTER_NAME` chooses among several devices by a part of the name.
#[derive(Clone, Debug)]
pub struct Gpu {
    pub(crate) instance: Instance,
    pub(crate) adapter: Adapter,
    pub(crate) device: Device,
    pub(crate) queue: Queue,
}

impl Gpu {
    /// A device for pictures without a window. Needs no display.
    ///
    /// # Errors
    /// The system has no usable device.
    pub fn headless() -> Result<Self, RenderError> {
        let mut descriptor = InstanceDescriptor::new_without_display_handle();
        descriptor.backends = Backends::VULKAN;
        let instance = Instance::new(descriptor);
        Self::open(instance, None)
    }

    /// A device that can draw into a window, and the surface of the window.
    ///
    /// # Errors
    /// The system has no device that can draw into this window.
    pub fn for_window(
        window: impl Into<SurfaceTarget<'static>>,
    ) -> Result<(Self, Surface<'static>), RenderError> {
        let mut descriptor = InstanceDescriptor::new_without_display_handle();
        descriptor.backends = Backends::VULKAN;
        let instance = Instance::new(descriptor);
        let surface = instance
            .create_surface(window)
            .map_err(|error| RenderError::Window(error.to_string()))?;
        let gpu = Self::open(instance, Some(&surface))?;
        Ok((gpu, surface))
    }

    fn open(instance: Instance, surface: Option<&Surface<'static>>) -> Result<Self, RenderError> {
        let wanted = std::env::var("WGPU_ADAPTER_NAME").ok();
        let adapter = match wanted {
            Some(name) => Self::by_name(&instance, &name)?,
            None => pollster::block_on(instance.request_adapter(&RequestAdapterOptions {
                power_preference: PowerPreference::HighPerformance,
                force_fallback_adapter: false,
                compatible_surface: surface,
                ..RequestAdapterOptions::default()
            }))
            .map_err(|error| RenderError::NoDevice(error.to_string()))?,
        };
        let limits = Limits::downlevel_defaults().using_resolution(adapter.limits());
        let opened = pollster::block_on(adapter.request_device(&DeviceDescriptor {
            label: Some("voltex"),
            required_limits: limits,
            ..DeviceDescriptor::default()
        }));
        let (device, queue) = opened.map_err(|error| RenderError::Refused {
            device: adapter.get_info().name,
            reason: error.to_string(),
        })?;
        Ok(Self {
            instance,
            adapter,
            device,
            queue,
        })
    }

    fn by_name(instance: &Instance, name: &str) -> Result<Adapter, RenderError> {
        let adapters = pollster::block_on(instance.enumerate_adapters(Backends::VULKAN));
        let names: Vec<String> = adapters.iter().map(|a| a.get_info().name).collect();
        let wanted = name.to_lowercase();
        adapters
            .into_iter()
            .find(|adapter| adapter.get_info().name.to_lowercase().contains(&wanted))
            .ok_or_else(|| {
                RenderError::NoDevice(if names.is_empty() {
                    "the system offers none".to_owned()
                } else {
                    format!(
                        "WGPU_ADAPTER_NAME is `{name}`, and the system offers {}",
                        names.join(", ")
                    )
                })
            })
    }

    /// The device, for others that draw with it.
    pub const fn device(&self) -> &Device {
        &self.device
    }

    /// What takes its commands.
    pub const fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Name of the device and of its driver.
    pub fn name(&self) -> String {
        let info = self.adapter.get_info();
        let driver = [info.driver.as_str(), info.driver_info.as_str()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        if driver.is_empty() {
            info.name
        } else {
            format!("{} ({driver})", info.name)
        }
    }

    /// Whether the processor draws.
    pub fn is_software(&self) -> bool {
        self.adapter.get_info().device_type == wgpu::DeviceType::Cpu
    }

    /// Largest width and height of a picture, pixels.
    pub fn largest_picture(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// Waits until everything that was asked for is drawn.
    ///
    /// # Errors
    /// The device was lost.
    pub fn wait(&self) -> Result<(), RenderError> {
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .map(|_| ())
            .map_err(|error| RenderError::Lost(error.to_string()))
    }
}
