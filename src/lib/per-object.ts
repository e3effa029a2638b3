/** → a function that works its answer out once for each object, and forgets it with the object. */
export function perObject<Of extends object, Answer extends NonNullable<unknown>>(
  work: (object: Of) => Answer,
): (object: Of) => Answer {
  const known = new WeakMap<Of, Answer>();
  return (object) => {
    const answer = known.get(object) ?? work(object);
    known.set(object, answer);
    return answer;
  };
}
