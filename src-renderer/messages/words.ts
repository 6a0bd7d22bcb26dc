import type { Message, MessageCode, Text } from '#contract/message.ts';
import { en } from './en.ts';

/** The sentence for a text of core. A plain string is returned unchanged. */
export const words = (text: Text): string => (typeof text === 'string' ? text : sentenceOf(text.code, text));

const sentenceOf = <Code extends MessageCode>(code: Code, message: Extract<Message, { code: Code }>): string =>
  en[code](message, words);
