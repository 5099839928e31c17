"""What several pages share: the database, the selected game, the address, filters, links, sections and text."""
