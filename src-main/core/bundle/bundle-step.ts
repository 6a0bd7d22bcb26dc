import type { BundleFacts } from '#contract/model/bundle.ts';
import type { BundleManifest } from './bundle-manifest.ts';
import type { BundleProblemCode } from './bundle-problem.ts';
import type { BundledStops } from './bundled-stops.ts';

/** Where the data of a session lies. Null: that file can not be used, or is not wanted. */
export type BundleSources = {
  readonly cache: string;
  readonly history: string | null;
  readonly notes: string | null;
};

/** One step of making or opening a bundle, carried out in a thread of its own; between two of them the user may cancel. */
export type BundleStep =
  /** Adds a strategy to the members in `folder`. */
  | {
      readonly kind: 'add';
      readonly folder: string;
      readonly systemId: string;
      readonly sources: BundleSources;
      readonly pictures: boolean;
    }
  /** Makes one file of the members. */
  | {
      readonly kind: 'pack';
      readonly folder: string;
      readonly target: string;
      readonly about: Omit<BundleManifest, 'members'>;
      readonly stops: BundledStops;
    }
  /** Reads every byte of a file that was received, writes its members into `folder` and reads every row of them. */
  | { readonly kind: 'unpack'; readonly file: string; readonly folder: string };

export type BundleStepAnswer =
  | { readonly ok: true; readonly bytes: number; readonly facts: BundleFacts | null }
  | { readonly ok: false; readonly code: BundleProblemCode; readonly message: string };
