type LinkTarget = {
  readonly systemId: string;
  /**
   * On a private platform, the person whose account it is. Null: the person whose key the
   * connection uses.
   */
  readonly personId: string | null;
  readonly brokerCode: string;
};

/** The target id of a copy: `101 HARBOR`, or `101/42 HARBOR` in the account of person 42. */
export const linkId = ({ systemId, personId, brokerCode }: LinkTarget): string =>
  `${systemId}${personId === null ? '' : `/${personId}`} ${brokerCode}`;

/** The parts of a target id that `linkId` made. */
export function linkTargetOf(id: string): LinkTarget {
  const space = id.indexOf(' ');
  const [systemId = '', personId = null] = id.slice(0, space).split('/');
  return { systemId, personId, brokerCode: id.slice(space + 1) };
}
