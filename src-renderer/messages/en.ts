import type { MessageParams } from '#contract/message.ts';
import type { WordsOf } from './catalog.ts';
import { acts } from './en/acts.ts';
import { bundles } from './en/bundles.ts';
import { changes } from './en/changes.ts';
import { checks } from './en/checks.ts';
import { connections } from './en/connections.ts';
import { data } from './en/data.ts';
import { exits } from './en/exits.ts';
import { files } from './en/files.ts';
import { hosts } from './en/hosts.ts';
import { notes } from './en/notes.ts';
import { orders } from './en/orders.ts';
import { people } from './en/people.ts';
import { platform } from './en/platform.ts';
import { rehearsals } from './en/rehearsals.ts';
import { review } from './en/review.ts';
import { strategies } from './en/strategies.ts';
import { subscriptions } from './en/subscriptions.ts';
import { risk } from './en/risk.ts';
import { targets } from './en/targets.ts';

/** The text of every message code of core, in en-US. A code without a text does not compile. */
export const en: WordsOf<MessageParams> = {
  ...acts,
  ...bundles,
  ...changes,
  ...checks,
  ...connections,
  ...data,
  ...exits,
  ...files,
  ...hosts,
  ...notes,
  ...orders,
  ...people,
  ...platform,
  ...rehearsals,
  ...review,
  ...risk,
  ...strategies,
  ...subscriptions,
  ...targets,
  'nothing-sent': ({ reason }, words) => `${words(reason)} Nothing was sent.`,
  'confirm-to-continue': ({ warning }, words) => `${words(warning)} Confirm it to continue.`,
};
