/** Who may query with the three-header login; every user and key is invented. */
export const QUERY_LOGINS = [
	{ user: 'demo-search', key: 'demo-search-key', merchantId: 1001 },
	{ user: 'other-search', key: 'other-search-key', merchantId: 1002 },
];
