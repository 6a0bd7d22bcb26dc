/** Monday 2 March 2026, 10:42:07 in New York: the fixed time of the gallery, in Unix seconds. */
export const demoNow = 1_772_466_127;
