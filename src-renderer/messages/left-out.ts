import { timeText } from '#renderer/format/time-text.ts';

const names = {
  target: 'The profit target',
  stop: 'The stop loss',
  condition: 'The condition on order',
  release: 'The release time',
} as const;

/** A member that a replacement has not; a release time is in unix seconds. */
export const leftOut = (member: keyof typeof names, value: string): string =>
  `${names[member]} ${member === 'release' ? `${timeText(Number(value), 'ET')} ET` : value}`;
