/** A piece of text in the second line of the caption, and its color. */
export type CaptionPart = { readonly text: string; readonly color: string };

/** The picture of a chart with a caption above it. Sizes are CSS pixels times the pixel ratio. */
export function captionedPicture(
  chart: HTMLCanvasElement,
  title: string,
  parts: readonly CaptionPart[],
  style: { readonly surface: string; readonly text: string; readonly fontFamily: string },
): HTMLCanvasElement {
  const pixelRatio = window.devicePixelRatio;
  const captionHeight = 50 * pixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = chart.width;
  canvas.height = chart.height + captionHeight;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The picture could not be drawn.');
  context.fillStyle = style.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = `600 ${14 * pixelRatio}px ${style.fontFamily}`;
  context.fillStyle = style.text;
  context.fillText(title, 12 * pixelRatio, 20 * pixelRatio);
  context.font = `${12 * pixelRatio}px ${style.fontFamily}`;
  let x = 12 * pixelRatio;
  for (const { text, color } of parts) {
    context.fillStyle = color;
    context.fillText(text, x, 40 * pixelRatio);
    x += context.measureText(text).width + 18 * pixelRatio;
  }
  context.drawImage(chart, 0, captionHeight);
  return canvas;
}
