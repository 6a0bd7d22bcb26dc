import type { RiskMessages } from '#contract/messages/risk.ts';
import type { WordsOf } from '../catalog.ts';
import { endOf } from './formats.ts';

export const risk: WordsOf<RiskMessages> = {
  'risk.killed-without-connection': () => 'The kill switch is on. No connection is open.',
  'kill.on': ({ reason }) =>
    `The kill switch is on: new risk is not sent. Cancels, exits and stops are. Reason: ${endOf(reason)}`,
  'kill.reduces-only': () => 'Kill is on: this only reduces.',
};
