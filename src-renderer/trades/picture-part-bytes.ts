/** Bytes of one part of a picture on its way; of a number that base64 writes without padding, so that parts may be joined. */
export const picturePartBytes = 3 * 128 * 1024;
