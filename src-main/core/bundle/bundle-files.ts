import { appendFile, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '#contract/limits.ts';

/**
 * The folder in which bundles are made and opened. It is emptied at the start and at the end of
 * each run.
 */
export class BundleFiles {
  readonly #root: string;
  readonly #files = new Map<string, string>();
  /** The file being received, and its next part. */
  #upload: { readonly bundleId: string; next: number; bytes: number } | null = null;

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'review');
  }

  /** Creates a new working folder. */
  async folder(): Promise<string> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    return await mkdtemp(join(this.#root, 'w-'));
  }

  async remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** The path of the finished file of a bundle. */
  pathOf(bundleId: string): string {
    return join(this.#root, `${bundleId}.stratreview`);
  }

  register(bundleId: string): void {
    this.#files.set(bundleId, this.pathOf(bundleId));
  }

  find(bundleId: string): string | undefined {
    return this.#files.get(bundleId);
  }

  async part(file: string, part: number): Promise<Uint8Array> {
    const handle = await open(file, 'r');
    try {
      const bytes = Buffer.alloc(limits.bundlePart);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, part * limits.bundlePart);
      return bytes.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  /** Appends a part of a received file. The first part discards an earlier upload. */
  async receive(bundleId: string, part: number, bytes: Uint8Array): Promise<'accepted' | 'out-of-order' | 'too-large'> {
    if (part === 0) await this.#begin(bundleId);
    const upload = this.#upload;
    if (upload?.bundleId !== bundleId || upload.next !== part) return 'out-of-order';
    upload.next += 1;
    upload.bytes += bytes.length;
    if (upload.bytes > limits.bundleBytes) {
      await this.discard(bundleId);
      return 'too-large';
    }
    await appendFile(this.pathOf(bundleId), bytes);
    return 'accepted';
  }

  async discard(bundleId: string): Promise<void> {
    if (this.#upload?.bundleId === bundleId) this.#upload = null;
    const file = this.#files.get(bundleId);
    this.#files.delete(bundleId);
    if (file !== undefined) await rm(file, { force: true });
  }

  /** Removes everything, including the files of an earlier run. */
  clear(): void {
    this.#files.clear();
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 });
  }

  async #begin(bundleId: string): Promise<void> {
    if (this.#upload !== null) await this.discard(this.#upload.bundleId);
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    await writeFile(this.pathOf(bundleId), '', { mode: 0o600 });
    this.register(bundleId);
    this.#upload = { bundleId, next: 0, bytes: 0 };
  }
}

export const partCountOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / limits.bundlePart));
