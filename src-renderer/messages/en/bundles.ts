import type { BundleMessages } from '#contract/messages/bundles.ts';
import type { WordsOf } from '../catalog.ts';

export const bundles: WordsOf<BundleMessages> = {
  'bundle.unknown-strategy': ({ systemId }) => `There is no strategy ${systemId}. Nothing was made.`,
  'bundle.nothing-stored': ({ systemId }) => `Nothing is stored of strategy ${systemId}. Nothing was made.`,
  'bundle.not-made': () => 'The bundle was not made.',
  'bundle.not-opened': () => 'The bundle was not opened.',
  'bundle.deleted': () => 'This bundle no longer exists. Make it again.',
  'bundle.not-received': () => 'This file was not received. Choose it again.',
  'bundle.file-too-large': () => 'The file is larger than any review bundle. Nothing was opened.',
  'bundle.part-missing': () => 'A part of the file is missing. Nothing was opened; choose it again.',
  'bundle.another-open': () => 'Another review bundle is open. Close it first; nothing was changed.',
  'bundle.busy': () => 'A review bundle is being made or checked. Wait for it, or cancel it.',
  'bundle.thread-stopped': () => 'The thread that works on review bundles stopped. Nothing was changed; try again.',
  'bundle.too-large': ({ bytes, limit }) =>
    `The bundle would have ${megabytes(bytes)}; at most ${megabytes(limit)} can be opened again. Choose fewer strategies, or leave out pictures.`,
  'bundle.content-too-large': ({ bytes, limit }) =>
    `The bundle claims to contain ${gigabytes(bytes)}; at most ${gigabytes(limit)} are accepted. Nothing was unpacked.`,
  'bundle.data-unreadable': ({ reason }) => `The stored data cannot be read (${reason}). Nothing was changed.`,
  'bundle.folder-unusable': ({ reason }) => `The data folder cannot be used (${reason}). Nothing was changed.`,
  'bundle.no-room': () => 'There is no room on the disk of the data folder. Nothing was stored.',
  'bundle.notes-unreadable': ({ reason }, words) =>
    `The notes cannot be read (${words(reason)}). Nothing was made; leave the notes out, or repair them first.`,
  'bundle.empty': () => 'There is no strategy in this bundle. Nothing was opened.',
  'bundle.not-a-bundle': () => 'This file is not a review bundle of Stratdesk. Nothing was opened.',
  'bundle.truncated': ({ bytes, expected }) =>
    `The file ends after ${bytes.toLocaleString('en')} of ${expected.toLocaleString('en')} bytes: it is incomplete. Nothing was opened; copy it again.`,
  'bundle.altered': () =>
    'The file was altered or damaged after it was made: its digest does not match. Nothing was opened; ask the sender for the file again.',
  'bundle.newer-tables': () =>
    'The bundle was made by a newer version of Stratdesk, with tables that this version does not know. Nothing was opened; update this program.',
  'bundle.newer-format': ({ version, known }) =>
    `The bundle was made by a newer version of Stratdesk (its format is ${version}, this program reads ${known}). Nothing was opened; update this program.`,
  'bundle.bad-member': ({ name }) =>
    `${name ?? 'The list of contents'} in the bundle does not have the form or size that this program writes. Nothing was opened.`,
  'bundle.bad-row': ({ of }) =>
    `The bundle contains ${rowNames[of]} in a form that this program never stores. Nothing was opened.`,
  'bundle.unreadable-row': ({ reason }) =>
    `The bundle contains something that this program never stores${reason === '' ? '' : ` (${reason})`}. Nothing was opened.`,
};

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`;
const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

const rowNames = {
  strategy: 'a strategy',
  'equity-curve': 'an equity curve',
  trade: 'a trade',
  component: 'a component',
  signal: 'an order',
} as const;
