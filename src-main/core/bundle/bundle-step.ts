import type { Message } from '#contract/message.ts';
import type { BundleFacts } from '#contract/model/bundle.ts';
import type { BundleManifest } from './bundle-manifest.ts';
import type { BundleProblemCode } from './bundle-problem.ts';
import type { BundledStops } from './bundled-stops.ts';

/** The data files of a session. Null when a file cannot be used or is not wanted. */
export type BundleSources = {
  readonly cache: string;
  readonly history: string | null;
  readonly notes: string | null;
};

/**
 * One step of making or opening a bundle, done on a temporary thread. The user may cancel at any
 * time, which ends the thread.
 */
export type BundleStep =
  /** Adds a strategy to the members in `folder`. */
  | {
      readonly kind: 'add';
      readonly folder: string;
      readonly systemId: string;
      readonly sources: BundleSources;
      readonly pictures: boolean;
    }
  /** Packs the members into one file. */
  | {
      readonly kind: 'pack';
      readonly folder: string;
      readonly target: string;
      readonly about: Omit<BundleManifest, 'members'>;
      readonly stops: BundledStops;
    }
  /** Verifies a received file, writes its members into `folder` and checks every row. */
  | { readonly kind: 'unpack'; readonly file: string; readonly folder: string };

export type BundleStepAnswer =
  | { readonly ok: true; readonly bytes: number; readonly facts: BundleFacts | null }
  | { readonly ok: false; readonly code: BundleProblemCode; readonly message: Message };

/** A message to the thread that exists only while a review bundle is made or opened. */
export type BundleQuestion = { readonly kind: 'bundle'; readonly step: BundleStep };
export type BundleAnswer = { readonly kind: 'bundled'; readonly answer: BundleStepAnswer };
