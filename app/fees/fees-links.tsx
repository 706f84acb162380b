import { ListLinks } from "#app/ui/list/list-links.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { BILLS_PER_FILE } from "#domain/fees/sending.ts";

type Props = {
  year: string;
  /** The other years with fees. */
  others: readonly string[];
  /** Whether the fees of another year can be opened. */
  openable: boolean;
  /** The number of open fees. */
  owed: number;
  /** The number of bank payments that need a decision. */
  toDecide: number;
  /** The number of members' proposals. */
  proposals: number;
};

export const FeePageLinks = ({ year, others, openable, owed, toDecide, proposals }: Props) => (
  <ListLinks>
    {toDecide > 0 && <StrongLink to="/cotisations/banque#a-verifier">À vérifier ({toDecide})</StrongLink>}
    <StrongLink to="/cotisations/banque">Fichier de la banque</StrongLink>
    {proposals > 0 && <StrongLink to="/registre/a-verifier">Propositions à vérifier ({proposals})</StrongLink>}
    <StrongLink to="/registre">Membres</StrongLink>
    {others.map((other) => (
      <StrongLink key={other} to={`/cotisations/${other}`}>
        {other}
      </StrongLink>
    ))}
    {openable && <StrongLink to="/cotisations/ouvrir">Ouvrir une année</StrongLink>}
    {owed > BILLS_PER_FILE ? (
      <StrongLink to={`/cotisations/${year}/envoyer#factures`}>Toutes les factures (PDF)</StrongLink>
    ) : (
      <a className="strong-link" href={`/cotisations/${year}/factures.pdf`}>
        Toutes les factures (PDF)
      </a>
    )}
    <StrongLink to={`/cotisations/${year}/verificateurs`}>Pour les vérificateurs</StrongLink>
  </ListLinks>
);
