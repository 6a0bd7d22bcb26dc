import type { DownloadItem } from 'electron';
import { isOwnBlob } from './page-address.ts';

const kinds: Readonly<Record<string, string>> = {
  csv: 'Comma-separated values',
  json: 'JSON',
  pdf: 'PDF document',
  png: 'PNG picture',
  stratreview: 'Review bundle',
};

/**
 * Lets the page save files that it made itself, under a name of ours, to the place that the user
 * chooses in a dialog. Returns false for everything else: nothing is fetched from outside, and
 * nothing is written to disk unasked.
 */
export function askWhereToSave(item: DownloadItem): boolean {
  const name = item.getFilename();
  const ending = /^stratdesk-[a-z0-9-]+[.]([a-z]+)$/.exec(name)?.[1] ?? '';
  const kind = Object.hasOwn(kinds, ending) ? kinds[ending] : undefined;
  if (kind === undefined || !isOwnBlob(item.getURL())) return false;
  item.setSaveDialogOptions({
    title: 'Save',
    defaultPath: name,
    filters: [{ name: kind, extensions: [ending] }],
  });
  return true;
}
