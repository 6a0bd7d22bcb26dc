/** The commission plan that an equity curve was read with; without one, the platform's default. */
export const commissionPlanText = (plan: string | undefined): string => plan ?? "the platform's own";
