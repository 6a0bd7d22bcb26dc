/** The commission plan of a curve. */
export const planText = (plan: string | undefined): string => plan ?? "the platform's own";
