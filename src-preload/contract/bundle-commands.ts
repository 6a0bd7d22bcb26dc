import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { limits } from './limits.ts';
import { BundleFacts } from './model/bundle.ts';
import { Id, Uuid } from './model/scalars.ts';

/** The index of a part of a bundle file, from 0. */
const part = Type.Integer({ minimum: 0, maximum: Math.ceil(limits.bundleBytes / limits.bundlePart) });

/**
 * Failures of making and of opening a bundle: problems of the bundle, of its sources, or of the
 * disk. Both commands check the bundle.
 */
const problems = [
  'unknown-strategy',
  'not-a-bundle',
  'truncated',
  'altered',
  'newer-version',
  'empty',
  'too-large',
  'damaged',
  'disk-full',
  'not-written',
] as const;

/**
 * Review bundles: chosen strategies with their notes and past readings in one file
 * (docs/review-bundle.md). The file is transferred between page and program in parts, the same way
 * in both hosts.
 */
export const bundleCommands = {
  /**
   * Makes a bundle of the stored data; `bundle.changed` reports the progress. Its parts can be read
   * until it is discarded.
   */
  'bundle.make': command(
    Type.Object(
      {
        systemIds: Type.Array(Id, { minItems: 1, maxItems: limits.bundleStrategies, uniqueItems: true }),
        notes: Type.Boolean(),
        /** The pictures of the notes; ignored without notes. */
        pictures: Type.Boolean(),
        history: Type.Boolean(),
      },
      strict,
    ),
    Type.Object({ bundleId: Uuid, bytes: Type.Integer(), parts: Type.Integer(), facts: BundleFacts }),
    ['busy', 'cancelled', ...problems],
  ),
  /** Stops the making or checking of a bundle after its current step. */
  'bundle.cancel': command(nothing, nothing, []),
  /** A part of a made bundle, in base64. */
  'bundle.part': command(Type.Object({ bundleId: Uuid, part }, strict), Type.Object({ data: Type.String() }), [
    'unknown-bundle',
  ]),
  /** Deletes the bundle that was made or received. */
  'bundle.discard': command(Type.Object({ bundleId: Uuid }, strict), nothing, []),
  /**
   * Receives a file in parts, the first with `part` 0. Nothing of it is used before `bundle.open`.
   */
  'bundle.receive': command(
    Type.Object(
      {
        bundleId: Uuid,
        part,
        /** Base64. */
        data: Type.String({ maxLength: limits.bundlePart * 2, pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
      },
      strict,
    ),
    nothing,
    ['busy', 'out-of-order', 'too-large', 'disk-full', 'not-written'],
  ),
  /**
   * Verifies every byte that was received, and shows the bundle read-only instead of the connection
   * in use, which remains open. A refusal changes nothing.
   */
  'bundle.open': command(Type.Object({ bundleId: Uuid }, strict), BundleFacts, [
    'unknown-bundle',
    'busy',
    'cancelled',
    ...problems,
  ]),
  /** Shows the connection in use again. */
  'bundle.close': command(nothing, nothing, []),
} as const;
