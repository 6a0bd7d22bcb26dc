import type { ExportOrigin } from './export-table.ts';
import { fileName } from './file-name.ts';
import { saveFile } from './save-file.ts';

/** Saves a drawn picture as PNG. */
export function savePicture(name: string, origin: ExportOrigin, picture: HTMLCanvasElement, nowSeconds: number): void {
  picture.toBlob((content) => {
    // Null only for an empty canvas, which has nothing to save.
    if (content !== null) saveFile(fileName(name, origin, 'png', nowSeconds), content);
  }, 'image/png');
}
