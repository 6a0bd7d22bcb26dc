import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { pageHeaders } from '#hosts/desktop/page-headers.ts';
import { isOwnAddress } from './page-address.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

const refuse = (status: number): Response => new Response(null, { status, headers: pageHeaders(undefined) });

/**
 * Answers a request of our own scheme with a file of the renderer's folder, and never with one from
 * outside it.
 */
export async function servePageFile(folder: string, request: Pick<Request, 'method' | 'url'>): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  if (!isOwnAddress(request.url)) return refuse(403);
  const name = fileName(new URL(request.url).pathname);
  const type = name === undefined ? undefined : types[extname(name)];
  if (name === undefined || type === undefined) return refuse(404);
  const content = await readInside(folder, name);
  if (content === undefined) return refuse(404);
  const body = request.method === 'HEAD' ? null : content;
  return new Response(body, { headers: { ...pageHeaders(undefined), 'content-type': type } });
}

/** The path below the folder. Undefined for a hidden file or a path that could leave the folder. */
function fileName(pathname: string): string | undefined {
  const path = decode(pathname);
  if (path === undefined || /[\\\0:]/.test(path)) return undefined;
  const parts = path.split('/').slice(1);
  if (parts.some((part, index) => part.startsWith('.') || (part === '' && index < parts.length - 1))) return undefined;
  return path === '/' ? 'index.html' : join(...parts);
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** Symbolic links are resolved first, so that a link out of the folder is not served. */
async function readInside(folder: string, name: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, name))]);
    return file.startsWith(root + sep) ? await readFile(file) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code));
