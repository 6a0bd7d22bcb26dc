import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { limits } from './limits.ts';
import { BundleFacts } from './model/bundle.ts';
import { Id, Uuid } from './model/scalars.ts';

const part = Type.Integer({ minimum: 0, maximum: Math.ceil(limits.bundleBytes / limits.bundlePart) });

/** What can be wrong with a bundle, with what it is made of, or with the disk. Making one ends with checking it. */
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
 * Review bundles: chosen strategies with their notes and past readings in one file (docs/review-bundle.md). The file crosses
 * between page and program in parts, in both hosts the same way.
 */
export const bundleCommands = {
  /** Makes a bundle of the stored data; `bundle.changed` tells how far it is. Its parts are read until it is discarded. */
  'bundle.make': command(
    Type.Object(
      {
        systemIds: Type.Array(Id, { minItems: 1, maxItems: limits.bundleStrategies, uniqueItems: true }),
        notes: Type.Boolean(),
        /** Of the notes; nothing without them. */
        pictures: Type.Boolean(),
        history: Type.Boolean(),
      },
      strict,
    ),
    Type.Object({ bundleId: Uuid, bytes: Type.Integer(), parts: Type.Integer(), facts: BundleFacts }),
    ['busy', 'cancelled', ...problems],
  ),
  /** Ends the making or checking that is under way, between two steps. */
  'bundle.cancel': command(nothing, nothing, []),
  /** A part of a bundle that was made, in base64. */
  'bundle.part': command(Type.Object({ bundleId: Uuid, part }, strict), Type.Object({ data: Type.String() }), [
    'unknown-bundle',
  ]),
  /** The bundle that was made or received is not needed any more. */
  'bundle.discard': command(Type.Object({ bundleId: Uuid }, strict), nothing, []),
  /** Takes a file in parts, the first with `part` 0; nothing is believed of it before `bundle.open`. */
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
   * Verifies what was received, every byte of it, and shows it read-only instead of the own desk, which goes on behind it.
   * Where it is refused nothing has changed.
   */
  'bundle.open': command(Type.Object({ bundleId: Uuid }, strict), BundleFacts, [
    'unknown-bundle',
    'busy',
    'cancelled',
    ...problems,
  ]),
  /** Back to the own desk. */
  'bundle.close': command(nothing, nothing, []),
} as const;
