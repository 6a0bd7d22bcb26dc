import { pageHeaders } from '#hosts/desktop/page-headers.ts';
import { ENDED_URL } from './page-address.ts';

/** The response for the address of the error page; null for every other address. */
export function endedPage(url: string, logFile: string): Response | null {
  if (url !== ENDED_URL) return null;
  const headers = { ...pageHeaders(undefined), 'content-type': 'text/html; charset=utf-8' };
  return new Response(html(logFile), { headers });
}

const html = (logFile: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Stratdesk</title>
</head>
<body>
<h1>The window stopped working twice</h1>
<p>The page of this window stopped working again right after it was reloaded. Orders that were sent are followed as
before. The kill switch and system-wide keys work.</p>
<p><a href="/">Reload the window</a></p>
<p>Log: <code>${escaped(logFile)}</code></p>
<p>For a report use Help, Copy diagnostics.</p>
</body>
</html>
`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
