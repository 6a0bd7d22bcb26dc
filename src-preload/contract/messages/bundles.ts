import type { Text } from '../message.ts';

/** Review bundles. Sizes are in bytes. */
export type BundleMessages = {
  'bundle.unknown-strategy': { readonly systemId: string };
  'bundle.nothing-stored': { readonly systemId: string };
  /** Making the bundle was canceled. */
  'bundle.not-made': object;
  /** Opening the bundle was canceled. */
  'bundle.not-opened': object;
  /** The made bundle was deleted. */
  'bundle.deleted': object;
  'bundle.not-received': object;
  'bundle.file-too-large': object;
  'bundle.part-missing': object;
  'bundle.another-open': object;
  'bundle.busy': object;
  'bundle.thread-stopped': object;
  'bundle.too-large': { readonly bytes: number; readonly limit: number };
  /** The bundle declares a larger content than is accepted. */
  'bundle.content-too-large': { readonly bytes: number; readonly limit: number };
  'bundle.data-unreadable': { readonly reason: string };
  'bundle.folder-unusable': { readonly reason: string };
  'bundle.no-room': object;
  'bundle.notes-unreadable': { readonly reason: Text };
  'bundle.empty': object;
  'bundle.not-a-bundle': object;
  'bundle.truncated': { readonly bytes: number; readonly expected: number };
  'bundle.altered': object;
  'bundle.newer-tables': object;
  'bundle.newer-format': { readonly version: number; readonly known: number };
  /**
   * A member of the bundle has another form or size than this program writes. `name` is null for
   * the list of the members.
   */
  'bundle.bad-member': { readonly name: string | null };
  'bundle.bad-row': { readonly of: 'strategy' | 'equity-curve' | 'trade' | 'component' | 'signal' };
  /** A row could not be read at all. */
  'bundle.unreadable-row': { readonly reason: string };
};
