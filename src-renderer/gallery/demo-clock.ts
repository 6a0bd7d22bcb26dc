/** Monday 2 March 2026, 10:42:07 in New York: the gallery's fixed now, in Unix seconds. */
export const demoNow = 1_772_466_127;
