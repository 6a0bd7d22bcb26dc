const SECOND = 1000;

/** The `Date` header of an instant, unix milliseconds; its text is made once a second, for it stands in every answer. */
export function dateHeader(): (now: number) => string {
  let second = -Infinity;
  let text = '';
  return (now) => {
    const current = Math.floor(now / SECOND);
    if (current !== second) text = new Date(now).toUTCString();
    second = current;
    return text;
  };
}
