/** The running processes over a MongoDB database. */
import type { RunningProcess } from '../port.js';
import { type Mongo, TIMED } from './collections.js';
import { guard } from './connect.js';

/** → `announce` of the port. */
export function openMongoProcesses({
  processes,
  now,
}: Mongo): (self: RunningProcess) => Promise<RunningProcess[]> {
  return ({ id: _id, ...self }) =>
    guard(async () => {
      await processes.replaceOne({ _id }, self, { upsert: true, ...TIMED });
      await processes.deleteMany({ untilMs: { $lte: now() } }, TIMED);
      const others = await processes
        .find({ _id: { $ne: _id } }, TIMED)
        .sort({ _id: 1 })
        .toArray();
      return others.map(({ _id: id, ...other }) => ({ id, ...other }));
    });
}
