/** The ids in a typed text, each once. They are separated by blanks, commas or semicolons. */
export const personIds = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];
