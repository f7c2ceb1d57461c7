//! A part as a Parquet file: its rows, what its columns mean, and where it is from.

use super::table::Table;
use crate::error::CliError;

/// Whether this build has the writer; if not, the error that says so.
pub(crate) fn check() -> Result<(), CliError> {
    #[cfg(feature = "dataset")]
    return Ok(());
    #[cfg(not(feature = "dataset"))]
    Err(CliError::Missing {
        what: "--format parquet",
        feature: "dataset",
        instead: "--format csv",
    })
}

/// The table as a file.
#[cfg(not(feature = "dataset"))]
pub(crate) fn bytes(_: &Table, _: &[(String, String)]) -> Result<Vec<u8>, CliError> {
    check().map(|()| Vec::new())
}

#[cfg(feature = "dataset")]
pub(crate) use file::bytes;

#[cfg(feature = "dataset")]
mod file {
    use std::sync::Arc;

    use parquet::basic::Compression;
    use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
    use parquet::errors::ParquetError;
    use parquet::file::metadata::KeyValue;
    use parquet::file::properties::{EnabledStatistics, WriterProperties};
    use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
    use parquet::schema::parser::parse_message_type;
    use parquet::schema::types::ColumnPath;

    use super::{CliError, Table};
    use crate::sweep::table::Data;

    /// The table as a file of one group, packed. The metadata has `voltex.unit.NAME` and `voltex.about.NAME` for each column,
    /// and what is given as `voltex.NAME`.
    pub(crate) fn bytes(table: &Table, origin: &[(String, String)]) -> Result<Vec<u8>, CliError> {
        write(table, origin)
            .map_err(|error| CliError::Failed(format!("the table cannot be made: {error}")))
    }

    fn write(table: &Table, origin: &[(String, String)]) -> Result<Vec<u8>, ParquetError> {
        let fields: String = table
            .columns
            .iter()
            .map(|column| {
                let kind = match column.data {
                    Data::Whole(_) => "int64",
                    Data::Number(_) | Data::Few(_) => "double",
                    Data::Name { .. } | Data::Text(_) => "binary",
                };
                let text = if kind == "binary" { " (UTF8)" } else { "" };
                format!("required {kind} {}{text}; ", column.name)
            })
            .collect();
        let schema = parse_message_type(&format!("message sweep {{ {fields}}}"))?;
        let mut pairs: Vec<KeyValue> = origin
            .iter()
            .map(|(name, value)| KeyValue::new(format!("voltex.{name}"), value.clone()))
            .collect();
        for column in &table.columns {
            let name = &column.name;
            pairs.push(KeyValue::new(
                format!("voltex.unit.{name}"),
                column.unit.clone(),
            ));
            pairs.push(KeyValue::new(
                format!("voltex.about.{name}"),
                column.about.clone(),
            ));
        }
        // A table of all numbers that differ would be larger than the numbers.
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_created_by(format!("Voltex {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(pairs));
        for column in &table.columns {
            if matches!(column.data, Data::Few(_) | Data::Name { .. }) {
                let path = ColumnPath::new(vec![column.name.clone()]);
                properties = properties.set_column_dictionary_enabled(path, true);
            }
        }
        let mut writer =
            SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties.build()))?;
        let mut group = writer.next_row_group()?;
        for column in &table.columns {
            let texts = |values: &mut dyn Iterator<Item = &String>| -> Vec<ByteArray> {
                values.map(|text| ByteArray::from(text.as_str())).collect()
            };
            match &column.data {
                Data::Whole(values) => put::<Int64Type>(&mut group, values)?,
                Data::Number(values) | Data::Few(values) => put::<DoubleType>(&mut group, values)?,
                Data::Name { names, rows } => put::<ByteArrayType>(
                    &mut group,
                    &texts(&mut rows.iter().map(|row| &names[*row as usize])),
                )?,
                Data::Text(values) => {
                    put::<ByteArrayType>(&mut group, &texts(&mut values.iter()))?;
                }
            }
        }
        group.close()?;
        writer.into_inner()
    }

    fn put<T: DataType>(
        group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
        values: &[T::T],
    ) -> Result<(), ParquetError> {
        let mut column = group.next_column()?.expect("the schema has this column");
        column.typed::<T>().write_batch(values, None, None)?;
        column.close()
    }

    #[cfg(test)]
    mod tests {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        use parquet::record::RowAccessor;

        use crate::sweep::table::{Column, Data, Table};

        /// Every kind of column comes back to the bit, with its unit.
        #[test]
        fn a_part_comes_back() {
            let names = vec!["golf".to_owned(), "soccer".to_owned()];
            let table = Table {
                columns: vec![
                    Column::new("row", "1", "", Data::Whole(vec![0, 1, i64::MAX])),
                    Column::new(
                        "speed_mps",
                        "m/s",
                        "launch.speed",
                        Data::Few(vec![1.0, 2.0, 1.0]),
                    ),
                    Column::new(
                        "carry_m",
                        "m",
                        "",
                        Data::Number(vec![0.1, f64::MIN_POSITIVE, -1e300]),
                    ),
                    Column::new(
                        "ball",
                        "1",
                        "",
                        Data::Name {
                            names,
                            rows: vec![0, 1, 0],
                        },
                    ),
                    Column::new(
                        "hash",
                        "1",
                        "",
                        Data::Text(vec!["a".to_owned(), String::new(), "c".to_owned()]),
                    ),
                ],
            };
            let origin = [("seed".to_owned(), "7".to_owned())];
            let file = bytes::Bytes::from(super::bytes(&table, &origin).expect("a sound table"));
            let reader = SerializedFileReader::new(file).expect("a Parquet file");
            let pairs = reader.metadata().file_metadata().key_value_metadata();
            let pairs = pairs.expect("there are some");
            let value = |key: &str| {
                let pair = pairs.iter().find(|pair| pair.key == key);
                pair.and_then(|pair| pair.value.as_deref())
            };
            assert_eq!(value("voltex.seed"), Some("7"));
            assert_eq!(value("voltex.unit.speed_mps"), Some("m/s"));
            assert_eq!(value("voltex.about.speed_mps"), Some("launch.speed"));
            let rows: Vec<_> = reader
                .get_row_iter(None)
                .expect("rows")
                .map(|row| row.expect("a row"))
                .collect();
            assert_eq!(rows.len(), 3);
            assert_eq!(rows[2].get_long(0).ok(), Some(i64::MAX));
            assert_eq!(rows[1].get_double(1).ok(), Some(2.0));
            assert_eq!(rows[1].get_double(2).ok(), Some(f64::MIN_POSITIVE));
            assert_eq!(rows[2].get_double(2).ok(), Some(-1e300));
            assert_eq!(
                rows[1].get_string(3).ok().map(String::as_str),
                Some("soccer")
            );
            assert_eq!(rows[2].get_string(4).ok().map(String::as_str), Some("c"));
        }
    }
}
