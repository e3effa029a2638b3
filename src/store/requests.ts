/** The fifth group of the record store's port: counts of requests in windows of time. */

/** The fifth group. Counts may be lost in a power cut, and are forgotten after their window. */
export interface RequestCounts {
  /**
   * Adds `by`, 0 or more, to the count of a key; the key tells its window, which ends at `untilMs`
   * (since the epoch). → the count; 0 only reads it. Throws `record_store_unavailable`.
   */
  add(key: string, by: number, untilMs: number): Promise<number>;
}
