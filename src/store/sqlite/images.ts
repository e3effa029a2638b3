/** The images of the SQLite record store. */
import type { ImageRecord } from '../../kinds/record.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import type { ImageStore } from '../port.js';

/** → the image store, with one image for each URL. */
export function openSqliteImages(db: Sqlite, guard: <T>(work: () => T) => Promise<T>): ImageStore {
  const read = (row: Row | undefined) =>
    row ? (JSON.parse(String(row.doc)) as ImageRecord) : null;
  return {
    get: async (id) => guard(() => read(db.get('SELECT doc FROM image WHERE id = ?', id))),
    findByUrl: async (url) => guard(() => read(db.get('SELECT doc FROM image WHERE url = ?', url))),
    insert: async (image) =>
      guard(() => {
        db.run(
          'INSERT INTO image (id, url, doc) VALUES (?, ?, ?) ON CONFLICT (url) DO NOTHING',
          image.id,
          image.url,
          JSON.stringify(image),
        );
        return read(db.get('SELECT doc FROM image WHERE url = ?', image.url)) ?? image;
      }),
    remove: async (ids) =>
      guard(() => {
        const text = JSON.stringify(ids);
        db.run('DELETE FROM image WHERE id IN (SELECT value FROM json_each(?))', text);
      }),
  };
}
