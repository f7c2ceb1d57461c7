//! Paths as a Parquet file: one table, the origin of its numbers beside it.

use crate::error::CliError;
use crate::paths::Paths;

/// The table as a file.
#[cfg(not(feature = "dataset"))]
pub(crate) fn bytes(_: &Paths) -> Result<Vec<u8>, CliError> {
    Err(CliError::Missing {
        what: "--format parquet",
        feature: "dataset",
        instead: "--format csv",
    })
}

#[cfg(feature = "dataset")]
pub(crate) use table::bytes;

#[cfg(feature = "dataset")]
mod table {
    use std::sync::Arc;

    use parquet::basic::Compression;
    use parquet::data_type::{
        ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int64Type,
    };
    use parquet::errors::ParquetError;
    use parquet::file::metadata::KeyValue;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
    use parquet::schema::parser::parse_message_type;

    use super::{CliError, Paths};
    use crate::paths::{COLUMNS, Row};

    /// Rows of one group: what a reader takes into memory at once.
    const GROUP: usize = 1 << 18;

    /// The table as a file, packed; what describes the recording is in its metadata under names that begin with
    /// `voltex.`.
    pub(crate) fn bytes(paths: &Paths) -> Result<Vec<u8>, CliError> {
        write(paths).map_err(|error| CliError::Failed(format!("the table cannot be made: {error}")))
    }

    fn write(paths: &Paths) -> Result<Vec<u8>, ParquetError> {
        let numbers: String = COLUMNS
            .iter()
            .map(|name| format!("required float {name}; "))
            .collect();
        let schema = parse_message_type(&format!(
            "message paths {{ required int64 steps; required binary entity (UTF8); required double time_s; {numbers}}}"
        ))?;
        let origin = paths.origin.iter();
        let origin =
            origin.map(|(name, value)| KeyValue::new(format!("voltex.{name}"), value.clone()));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("Voltex {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(origin.collect()))
            .build();
        let mut writer =
            SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
        for rows in paths.rows.chunks(GROUP) {
            let mut group = writer.next_row_group()?;
            column::<Int64Type>(&mut group, rows, |row| row.steps as i64)?;
            column::<ByteArrayType>(&mut group, rows, |row| {
                ByteArray::from(row.entity.to_string().into_bytes())
            })?;
            column::<DoubleType>(&mut group, rows, |row| row.time)?;
            for place in 0..COLUMNS.len() {
                column::<FloatType>(&mut group, rows, |row| row.numbers[place])?;
            }
            group.close()?;
        }
        writer.into_inner()
    }

    fn column<T: DataType>(
        group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
        rows: &[Row],
        value: impl Fn(&Row) -> T::T,
    ) -> Result<(), ParquetError> {
        let values: Vec<T::T> = rows.iter().map(value).collect();
        let mut column = group.next_column()?.expect("the schema has this column");
        column.typed::<T>().write_batch(&values, None, None)?;
        column.close()
    }

    #[cfg(test)]
    mod tests {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        use parquet::record::RowAccessor;
        use voltex_ecs::World;

        use super::*;

        /// Every number comes back to the bit, and the file says where they are from.
        #[test]
        fn a_table_comes_back() {
            let mut world = World::new();
            let entity = world.spawn();
            let rows: Vec<Row> = (0..1000)
                .map(|steps| Row {
                    steps,
                    entity,
                    time: steps as f64 / 60.0,
                    numbers: std::array::from_fn(|place| (steps as f32) * 0.1 - place as f32),
                })
                .collect();
            let origin = vec![("note", "a test".to_owned())];
            let paths = Paths { rows, origin };
            let file = bytes::Bytes::from(super::bytes(&paths).expect("the table is sound"));
            let reader = SerializedFileReader::new(file).expect("a Parquet file");
            let metadata = reader.metadata().file_metadata();
            assert_eq!(metadata.num_rows(), 1000);
            let names: Vec<&str> = metadata
                .schema()
                .get_fields()
                .iter()
                .map(|f| f.name())
                .collect();
            assert_eq!(names[..4], ["steps", "entity", "time_s", "x_m"]);
            assert_eq!(names[15], "wz_rad_s");
            let pairs = metadata.key_value_metadata().expect("there are some");
            let note = pairs.iter().find(|pair| pair.key == "voltex.note");
            assert_eq!(note.and_then(|pair| pair.value.as_deref()), Some("a test"));
            for (row, own) in reader.get_row_iter(None).expect("rows").zip(&paths.rows) {
                let row = row.expect("a row");
                assert_eq!(row.get_long(0).ok(), Some(own.steps as i64));
                assert_eq!(row.get_string(1).ok(), Some(&own.entity.to_string()));
                assert_eq!(row.get_double(2).ok(), Some(own.time));
                for (place, number) in own.numbers.iter().enumerate() {
                    assert_eq!(row.get_float(3 + place).ok(), Some(*number));
                }
            }
        }
    }
}
