/**
 * Where the screen shows a member of a request or response with a label of its own: the case of the
 * gallery, the label, and the value below or beside it. tests/e2e/gallery-coverage.spec.ts finds
 * each of them.
 */
export type Labeled = {
  readonly kind: 'label';
  readonly galleryCase: string;
  readonly label: string;
  readonly value: string;
};

/**
 * A member that is on the screen without a label of its own. `hover` selects the element on which
 * the pointer has to rest before the place exists. tests/e2e/gallery-coverage.spec.ts finds each.
 */
export type Placed = {
  readonly kind: 'place';
  /** Where it is, in words. */
  readonly where: string;
  readonly galleryCase: string;
  readonly selector: string;
  readonly hover?: string;
  readonly value: string;
};

/**
 * A member that the program reads and acts on. tests/unit/scripts/coverage-used.test.ts gives the
 * member the value `changedValue` in a record and expects a different effect. `otherMembers` are
 * set in the record too, because the member has no effect without them.
 */
export type Used = {
  readonly kind: 'used';
  readonly how: string;
  /** The file of src-main/core that reads it. */
  readonly file: string;
  readonly changedValue: unknown;
  readonly otherMembers?: Readonly<Record<string, unknown>>;
};

/**
 * A member of a request that the program fills in. tests/unit/scripts/coverage-sent.test.ts expects
 * it in a request.
 */
export type SetByProgram = { readonly kind: 'set'; readonly how: string };

/** A member that is not read, or never sent. */
export type Unused = { readonly kind: 'unused'; readonly reason: string };

export type ResponseEntry = Labeled | Placed | Used | Unused;
export type RequestEntry = Labeled | SetByProgram | Unused;

/** Makes entries of members that have a label in one case of the gallery. */
export const labelIn =
  (galleryCase: string) =>
  (label: string, value: string): Labeled => ({ kind: 'label', galleryCase, label, value });

/** Makes entries of members that are at a place without a label in one case of the gallery. */
export const placeIn =
  (galleryCase: string) =>
  (where: string, selector: string, value: string, hover?: string): Placed => ({
    kind: 'place',
    where,
    galleryCase,
    selector,
    value,
    ...(hover === undefined ? {} : { hover }),
  });

/** Makes entries of members that one file reads for one reason. */
export const used =
  (file: string, how: string) =>
  (changedValue: unknown, otherMembers?: Used['otherMembers']): Used => ({
    kind: 'used',
    how,
    file: `src-main/core/${file}`,
    changedValue,
    ...(otherMembers === undefined ? {} : { otherMembers }),
  });

export const setByProgram = (how: string): SetByProgram => ({ kind: 'set', how });
export const unused = (reason: string): Unused => ({ kind: 'unused', reason });

/** Gives several members the same entry. `names` is separated by spaces. */
export const sameEntryFor = <Entry>(names: string, entry: Entry): Record<string, Entry> =>
  Object.fromEntries(names.split(' ').map((name) => [name, entry]));
