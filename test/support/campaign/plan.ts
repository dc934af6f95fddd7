import { planSteps, type PlanInput } from '../../../campaign/plan';
import { finished } from '../../../lists/steps';

/** Cuts a list into pieces at once. */
export const planCampaign = (input: PlanInput) => finished(planSteps(input));
