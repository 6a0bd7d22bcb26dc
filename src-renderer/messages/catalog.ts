import type { Message, MessageCode, Text } from '#contract/message.ts';

export type Words = (text: Text) => string;

/** The text of each code of one area. `words` formats a text inside a message. */
export type WordsOf<Area> = {
  readonly [Code in keyof Area & MessageCode]: (message: Extract<Message, { code: Code }>, words: Words) => string;
};
