/** Which commission plan a curve was asked for with. */
export const planText = (plan: string | undefined): string => plan ?? "the platform's own";
