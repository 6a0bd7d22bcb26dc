/** The commission plan of a curve. */
export const commissionPlanText = (plan: string | undefined): string => plan ?? "the platform's own";
