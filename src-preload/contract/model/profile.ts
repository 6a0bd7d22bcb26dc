import Type, { type Static } from 'typebox';
import { limits } from '../limits.ts';
import { Message } from '../message.ts';
import { Id, Nullable } from './scalars.ts';

export const ProfileKind = Type.Union([Type.Literal('practice'), Type.Literal('world'), Type.Literal('platform')]);
export type ProfileKind = Static<typeof ProfileKind>;

/**
 * Where a key is stored: `keychain` of the operating system, `session` (memory of this run only,
 * because there is no keychain or the user wants none), `built-in` (the practice service makes its
 * own), or `none` yet.
 */
export const KeyPlace = Type.Union([
  Type.Literal('keychain'),
  Type.Literal('session'),
  Type.Literal('built-in'),
  Type.Literal('none'),
]);
export type KeyPlace = Static<typeof KeyPlace>;

const name = Type.String({ minLength: limits.profileName.min, maxLength: limits.profileName.max, pattern: '\\S' });
const address = Type.String({ minLength: 1, maxLength: 300 });
const paceMs = Type.Integer({ minimum: 0, maximum: limits.paceMs.max });

/** The part of a connection that windows may see: everything but the key. */
export const Profile = Type.Object({
  id: Type.String(),
  name,
  kind: ProfileKind,
  /**
   * https, or http on loopback; empty for the embedded practice service, which has a new port at
   * every start.
   */
  baseUrl: Type.String({ maxLength: 300 }),
  /** A second address of the same service: used by reads after a failure, never by orders. */
  altBaseUrl: Nullable(address),
  /** The private platform on whose path requests are sent; null for the public path (`world`). */
  platformId: Nullable(Id),
  paceMs,
  keyPlace: KeyPlace,
});
export type Profile = Static<typeof Profile>;

/** A profile as typed. A null `key` keeps the stored key. A typed key is sent to main only. */
export const ProfileInput = Type.Object({
  id: Nullable(Type.String({ maxLength: 60 })),
  name,
  kind: Type.Union([Type.Literal('world'), Type.Literal('platform')]),
  baseUrl: address,
  altBaseUrl: Nullable(address),
  platformId: Nullable(Id),
  paceMs: Type.Integer({ minimum: limits.paceMs.min, maximum: limits.paceMs.max }),
  key: Nullable(Type.String({ minLength: limits.apiKeyLength.min, maxLength: limits.apiKeyLength.max })),
});
export type ProfileInput = Static<typeof ProfileInput>;

/** What the secret store of this computer can do. */
export const SecretStoreState = Type.Object({
  persistent: Type.Boolean(),
  text: Message,
});
export type SecretStoreState = Static<typeof SecretStoreState>;
