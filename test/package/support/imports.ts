import ts from 'typescript';

import { packageSources } from '../../support/packageSources';

/** A package that a source file needs when it runs. */
export interface PackageImport {
	name: string;
	file: string;
}

/** Every package that the published files import, theirs by `./` and what is only a type left out. */
export function packageImports(): PackageImport[] {
	return packageSources().flatMap((source) =>
		source.statements.flatMap((statement) => {
			if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly) return [];
			const { text: name } = statement.moduleSpecifier as ts.StringLiteral;
			return name.startsWith('.') ? [] : [{ name, file: source.fileName }];
		}),
	);
}
