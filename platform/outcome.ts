/** One way something can end that is the business's decision and no error: its name and what to do then. */
export interface Outcome {
	/** On the node's output. */
	name: string;
	/** One line for the person who builds the flow. */
	nextStep: string;
}

/** The outcomes of an operation by the value that stands in `outcome` on its items: never changed once released. */
export type Outcomes = Readonly<Record<string, Outcome>>;
