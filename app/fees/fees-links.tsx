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
};

export const FeesLinks = ({ year, others, openable, owed }: Props) => (
  <ListLinks>
    <StrongLink to="/cotisations/banque">Fichier de la banque</StrongLink>
    <StrongLink to="/registre">Membres</StrongLink>
    {others.map((other) => (
      <StrongLink key={other} to={`/cotisations/${other}`}>
        {other}
      </StrongLink>
    ))}
    {openable && <StrongLink to="/cotisations/ouvrir">Ouvrir une année</StrongLink>}
    {owed > BILLS_PER_FILE ? (
      <StrongLink to={`/cotisations/${year}/envoyer?fin=1#factures`}>Toutes les factures (PDF)</StrongLink>
    ) : (
      <a className="strong-link" href={`/cotisations/${year}/factures.pdf`}>
        Toutes les factures (PDF)
      </a>
    )}
    <StrongLink to={`/cotisations/${year}/verificateurs`}>Pour les vérificateurs</StrongLink>
  </ListLinks>
);
