import { planInTurns, type PlanInput } from '../../../campaign/plan';
import { finished } from '../../../lists/turns';

/** Cuts a list into pieces at once. */
export const planCampaign = (input: PlanInput) => finished(planInTurns(input));
