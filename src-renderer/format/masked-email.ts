/** The first character and the domain, so that a picture of the screen tells no address. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*(?=@|$)/u, '$1•••');
