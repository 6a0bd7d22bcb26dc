import { words } from '#renderer/messages/words.ts';
import type { Status } from '#contract/model/status.ts';
import { ageText } from '#renderer/format/age.ts';

export type ConnectionText = {
  readonly level: 'good' | 'wait' | 'bad';
  readonly text: string;
  readonly detail: string;
};

/** The connection in words; `now` in Unix seconds. */
export function connectionText(connection: Status['connection'], now: number): ConnectionText {
  switch (connection.state) {
    case 'connecting':
      return { level: 'wait', text: 'connecting', detail: 'No request was answered yet.' };
    case 'answering':
      return {
        level: 'good',
        text: `answered ${ageText(now - connection.at)}`,
        detail: 'The last request was answered.',
      };
    case 'failing':
      return {
        level: 'bad',
        text: `no answer for ${ageText(Math.max(1, now - connection.since)).replace(' ago', '')}`,
        detail: words(connection.text),
      };
    case 'no-key':
      return { level: 'bad', text: 'no key', detail: words(connection.text) };
    case 'not-opened':
      return { level: 'bad', text: 'not opened', detail: words(connection.text) };
    case 'read-only':
      return { level: 'wait', text: 'read-only', detail: words(connection.text) };
  }
}
