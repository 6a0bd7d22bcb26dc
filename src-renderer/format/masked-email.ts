/** Shows the first character and the domain, so that a screenshot contains no address. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*(?=@|$)/u, '$1•••');
