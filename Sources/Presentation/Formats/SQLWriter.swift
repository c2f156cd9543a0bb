import Geography
import Input
import PlaceDatabase
import Places

/// Statements for psql that fill a PostgreSQL table with places, and create the view that `--source
/// postgresql://…` reads.
///
/// They replace the table's contents in one transaction; an existing table may be partitioned by its cell.
public struct SQLWriter: PlaceWriter {
  public let header: String
  public let footer: String

  /// How many places have been written; this number orders places at the same distance.
  private var count = 0

  /// - Parameter attribution: the attribution that the licence requires; it becomes the view's comment.
  public init(attribution: String? = nil) {
    header = """
      -- Places for PostgreSQL with PostGIS: psql -v ON_ERROR_STOP=1 -f THIS_FILE DATABASE
      SET client_encoding = 'UTF8';
      SET standard_conforming_strings = on;
      SET client_min_messages = warning;
      BEGIN;
      CREATE EXTENSION IF NOT EXISTS postgis;
      CREATE TABLE IF NOT EXISTS poi_place (
        number bigint NOT NULL, -- the order of places at the same distance
        cell integer NOT NULL, -- the part of the earth, 0.7 degrees wide, to partition by
        id text NOT NULL,
        name text,
        category text,
        geog geography(Geometry, 4326) NOT NULL, -- a point, or a collection of a point and the shape that it is on
        proximity double precision, -- metres
        tags jsonb NOT NULL,
        terms tsvector NOT NULL -- words of names, tags and the category
      );
      -- Earlier versions of poi had only points.
      DO $$ BEGIN
        IF EXISTS (SELECT FROM geography_columns WHERE f_table_name = 'poi_place' AND type = 'Point') THEN
          DROP VIEW IF EXISTS poi_places;
          ALTER TABLE poi_place ALTER COLUMN geog TYPE geography(Geometry, 4326);
        END IF;
      END $$;
      DELETE FROM poi_place;
      COPY poi_place (number, cell, id, name, category, geog, proximity, tags, terms) FROM stdin;

      """
    let comment = attribution.map { "'\($0.withoutControls.replacing(each: "'", with: "''"))'" } ?? "NULL"
    footer = """
      \\.
      CREATE INDEX IF NOT EXISTS poi_place_geog ON poi_place USING gist (geog);
      CREATE INDEX IF NOT EXISTS poi_place_terms ON poi_place USING gin (terms);
      CREATE INDEX IF NOT EXISTS poi_place_id ON poi_place (id);
      CREATE OR REPLACE VIEW poi_places AS
        SELECT id, name, category, geog, tags, number, proximity, terms FROM poi_place;
      COMMENT ON VIEW poi_places IS \(comment);
      COMMIT;
      ANALYZE poi_place;

      """
  }

  public mutating func text(of shown: ShownPlace) -> String {
    count += 1
    let place = shown.place
    let tags = place.tags.sorted { $0.key < $1.key }.map { (Self.possible($0.key), Self.possible($0.value)) }
    let columns = [
      "\(count)", "\(place.coordinate.cell)", Self.column(place.id), Self.column(place.name),
      Self.column(place.category),
      Self.geography(of: place),
      Self.column(place.proximity.map { "\($0.metres)" }),
      Self.column(tags.isEmpty ? "{}" : JSONValue.dictionary(tags.map { (key: $0.0, value: $0.1) }).line),
      Self.column(place.termVector),
    ]
    return columns.joined(separator: "\t") + "\n"
  }

  private static func geography(of place: PointOfInterest) -> String {
    let point = "POINT(\(place.coordinate.longitude) \(place.coordinate.latitude))"
    let shape = place.extent.map { "GEOMETRYCOLLECTION(\(point),\($0.wellKnownText))" }
    return "SRID=4326;\(shape ?? point)"
  }

  /// PostgreSQL has no text with this character.
  private static func possible(_ text: String) -> String {
    text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
  }

  /// A text in COPY's form, with control characters, and those that change the direction of writing, as octal numbers.
  private static func column(_ text: String?) -> String {
    guard let text else { return "\\N" }
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) { return text }
    var escaped = ""
    for scalar in possible(text).unicodeScalars {
      if scalar == "\\" {
        escaped += "\\\\"
      } else if scalar.isControl {
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 8)
          escaped += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
