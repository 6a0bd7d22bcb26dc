import type { Text } from '#contract/message.ts';
import type { Check } from '#contract/model/ticket.ts';

/** `field`: the input that it is about; null for the whole. */
export const check = (level: Check['level'], code: string, text: Text, field: string | null = null): Check => ({
  code,
  level,
  text,
  field,
});
