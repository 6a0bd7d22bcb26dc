/**
 * The words of one simple shell command: quotes, no backslashes, `$NAME` outside single quotes.
 * Enough for the examples of the documentation.
 */
export function shellWords(line: string, variables: ReadonlyMap<string, string>): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    const parts = [...word.matchAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g)];
    words.push(parts.map(([, single, double, bare]) => single ?? expand(double ?? bare ?? '', variables)).join(''));
  }
  return words;
}

function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$([A-Z]+)/g, (_whole, name: string) => {
    const value = variables.get(name);
    if (value === undefined) throw new Error(`$${name} is not set`);
    return value;
  });
}
