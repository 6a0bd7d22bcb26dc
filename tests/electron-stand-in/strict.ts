/** Asked for by the language itself, never meant as a member of Electron. */
const silent = new Set(['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'constructor']);

/** An object that throws where a member is read that it does not have: a stand-in must not answer undefined. */
export function strict<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver): unknown {
      if (typeof key === 'string' && !(key in target) && !silent.has(key)) {
        throw new Error(`the stand-in for electron has no ${name}.${key}`);
      }
      const value: unknown = Reflect.get(target, key, receiver);
      return value;
    },
  });
}
