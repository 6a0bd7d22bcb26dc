type LinkTarget = {
  readonly systemId: string;
  /** On a private platform: whose account it is. Null: that of the person of the key. */
  readonly personId: string | null;
  readonly brokerCode: string;
};

/** The target id of what copies a strategy at a broker: `101 HARBOR`, or of a person `101/42 HARBOR`. */
export const linkId = ({ systemId, personId, brokerCode }: LinkTarget): string =>
  `${systemId}${personId === null ? '' : `/${personId}`} ${brokerCode}`;

export function linkOf(id: string): LinkTarget {
  const at = id.indexOf(' ');
  const [systemId = '', personId = null] = id.slice(0, at).split('/');
  return { systemId, personId, brokerCode: id.slice(at + 1) };
}
