/**
 * Whether the text was typed that confirms a request. Blanks at the ends do not count, and a run of
 * blanks counts as one, because the screen shows it as one.
 */
export const isTyped = (typed: string, expected: string): boolean => shownText(typed) === shownText(expected);

const shownText = (text: string): string => text.trim().replace(/\s+/gu, ' ');
