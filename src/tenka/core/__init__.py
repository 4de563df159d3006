"""What all games share: records, chance, journal, matches, record files, the registry."""
