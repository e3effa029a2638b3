/** → the object without some of its members. */
export function omit<T extends object, Name extends string>(
  object: T,
  names: readonly Name[],
): Omit<T, Name> {
  const left: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    if (!(names as readonly string[]).includes(name)) left[name] = value;
  }
  return left as Omit<T, Name>;
}
